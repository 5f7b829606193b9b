import { isEasyPassword } from '../../crypto/easy-password.ts'
import { listBusinessNames } from '../../store/accounts/settings.ts'
import type { Services } from '../context.ts'
import { malformed } from '../refuse.ts'

type PasswordServices = Pick<Services, 'database' | 'guesses' | 'passwords' | 'publicUrl'>

interface ChosenPassword {
  readonly password: string
  /** Whoever chooses: a link or a person, who may do so. It bounds how much work they cause. */
  readonly by: string
  readonly email: string
  readonly name: string
  /** Whose people sign in. */
  readonly userId: number
}

/** The hash of a new password. Throws if the password is easy to guess. */
export async function choosePassword(
  services: PasswordServices,
  { password, by, ...person }: ChosenPassword,
): Promise<string> {
  const { guesses, passwords } = services
  await guesses.count([{ key: `choice ${by}`, isNetwork: true }])
  if (await isEasyPassword(password, await wordsAbout(services, person)))
    throw malformed([{ path: 'password', code: 'easy_password', message: easyPassword }])
  return passwords.hash(password)
}

export const easyPassword = 'This password is easy to guess. Use three or four unrelated words.'

/** The known texts about the person, each as a whole and in its parts. */
async function wordsAbout(
  { database, publicUrl }: Pick<PasswordServices, 'database' | 'publicUrl'>,
  { email, name, userId }: Pick<ChosenPassword, 'email' | 'name' | 'userId'>,
): Promise<string[]> {
  const known = [
    email,
    name,
    new URL(publicUrl).hostname,
    ...(await listBusinessNames(database.read, userId)),
    'polypost',
  ]
  return known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
}
