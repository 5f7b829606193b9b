import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { InviteRow } from '../../store/people/invites.ts'
import type { Member } from '../../store/people/memberships.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

export const showPerson = (member: Member): Output<Operations['updatePerson']>['data'] => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  disabled: member.disabled_at !== null || member.person_disabled_at !== null,
  has_second_factor: member.totp_confirmed_at !== null,
  last_seen_at: isoTimeOrNull(member.seen_at),
  created_at: isoTime(member.created_at),
})

export const showInvite = (invite: InviteRow): Output<Operations['listInvites']>['data']['invites'][number] => ({
  id: invite.id,
  email: invite.email,
  role: invite.role,
  expires_at: isoTime(invite.expires_at),
  created_at: isoTime(invite.created_at),
})
