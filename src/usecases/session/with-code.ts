import { PublicError, SignInRefused } from '../../contract/errors.ts'
import { hashOneTime } from '../../crypto/one-time.ts'
import { totpStep } from '../../crypto/totp.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { totpBinding } from '../../store/engine/sealed.ts'
import { findPerson, noRefusal, type PersonRow, updatePerson } from '../../store/people/people.ts'
import type { RequestSender, Services } from '../context.ts'
import { noteRefusal } from './note-refusal.ts'
import { signInRefused } from './refused.ts'

type CodeServices = Pick<Services, 'database' | 'guesses' | 'sealer' | 'clock'>

/**
 * Does something for a person whose password was right, in the transaction that takes the code of the second factor. So no
 * code works twice, not even at the same time in two processes.
 */
export async function withCode<T>(
  services: CodeServices & { readonly sender: RequestSender },
  person: PersonRow,
  code: string | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { database, guesses, sender } = services
  const counted = code === undefined || person.totp_confirmed_at === null ? [] : [{ key: `code ${person.id}` }]
  await guesses.count(counted)
  const done = await database.transaction(async (tx) => {
    const current = await findPerson(tx, person.id)
    // It may have changed while it was checked.
    if (current === undefined || current.password !== person.password) throw signInRefused()
    if (current.totp_confirmed_at !== null && !(await takeCode(tx, services, current, code))) return null
    // Then it was the person who mistyped the code before.
    if (current.code_refused_from === sender.address) await updatePerson(tx, person.id, noRefusal)
    return { result: await work(tx) }
  })
  if (done === null) {
    await noteRefusal(services, person, { address: sender.address, knowsPassword: true })
    throw wrongCode()
  }
  await guesses.takeBack(counted)
  return done.result
}

/** Whether the code was right. Then it does not work again. */
async function takeCode(
  tx: Transaction,
  services: CodeServices,
  person: PersonRow,
  sent: string | undefined,
): Promise<boolean> {
  if (sent === undefined) throw codeNeeded()
  const code = plainCode(sent)
  const step = stepOf(services, person, code)
  const hash = hashOneTime(code)
  const left = recoveryCodes(person)
  if (step !== null) await updatePerson(tx, person.id, { totp_step: step })
  else if (left.includes(hash))
    await updatePerson(tx, person.id, { recovery_codes: left.filter((one) => one !== hash).join(' ') })
  else return false
  return true
}

/** The step of a code of the person’s app that was not used; null: it is wrong. */
export const stepOf = (
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  { id, totp_secret, totp_step }: PersonRow,
  code: string,
): number | null =>
  totp_secret === null
    ? null
    : totpStep(sealer.open(totp_secret, totpBinding(id)), plainCode(code), clock.now(), totp_step ?? 0)

/** Hashes of the recovery codes that were not used. */
export const recoveryCodes = ({ recovery_codes }: PersonRow): string[] =>
  (recovery_codes ?? '').split(' ').filter(Boolean)

/** People read and type codes in groups. */
export const plainCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

const codeNeeded = (): PublicError =>
  new PublicError(
    'code_needed',
    'Send the same request again with `code`: the code that your authenticator app shows now, or one of your recovery codes.',
  )

export const wrongCode = (): PublicError =>
  new SignInRefused(
    'code',
    'sign_in_refused',
    'The code is wrong, or it was used already. Wait for the next code of your app, or use a recovery code. The clock of your phone must be right.',
  )
