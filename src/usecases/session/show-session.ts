import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { plans } from '../../domain/plans.ts'
import { longestSession, passwordCounts } from '../../domain/sign-in-times.ts'
import type { Reader } from '../../store/engine/database.ts'
import { listMemberships } from '../../store/people/memberships.ts'
import { findPerson, type PersonRow } from '../../store/people/people.ts'
import { readPreferences } from '../../store/people/preferences.ts'
import { findSession, type SessionRow } from '../../store/people/sessions.ts'
import { findUser } from '../../store/people/users.ts'
import { isoTime } from '../../system/clock.ts'
import { recoveryCodes } from './with-code.ts'

export const showMe = (person: PersonRow): Output<Operations['getMe']>['data'] => ({
  id: person.id,
  email: person.email,
  name: person.name,
  has_password: person.password !== null,
  has_oidc: person.oidc_subject !== null,
  has_second_factor: person.totp_confirmed_at !== null,
  recovery_codes_left: recoveryCodes(person).length,
  preferences: showPreferences(person),
  created_at: isoTime(person.created_at),
})

function showPreferences(person: PersonRow) {
  const { pinned, ...rest } = readPreferences(person)
  return { pinned: [...pinned], ...rest }
}

export const passwordUntil = (provenAt: number): string => isoTime(provenAt + passwordCounts)

export async function showSignedIn(db: Reader, sessionId: number): Promise<Output<Operations['signIn']>['data']> {
  const session = await findSession(db, sessionId)
  const person = await findPerson(db, session.person_id)
  const user = await findUser(db, session.user_id)
  const memberships = await listMemberships(db, session.person_id)
  const viewed = memberships.find(({ user_id }) => user_id === session.user_id)
  if (!person || !user || !viewed) throw new Error('A session has no person, or the person is no member of the user.')
  return {
    person: showMe(person),
    user: {
      id: user.id,
      email: user.email,
      tier: plans[user.plan_id].tier,
      default_profile_id: user.default_profile_id,
    },
    role: viewed.role,
    memberships: memberships.map(({ user_id, user_email, role }) => ({
      user: { id: user_id, email: user_email },
      role,
    })),
    password_until: passwordUntil(session.proven_at),
    expires_at: isoTime(session.created_at + longestSession),
  }
}

export const showSession = (session: SessionRow, current: number) => ({
  id: session.id,
  current: session.id === current,
  label: session.label,
  address: session.address,
  last_seen_at: isoTime(session.seen_at),
  created_at: isoTime(session.created_at),
  expires_at: isoTime(session.created_at + longestSession),
})
