import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isEasyPassword } from '../crypto/easy-password.ts'
import type { Passwords } from '../crypto/password.ts'
import { setupLinkLasts } from '../domain/sign-in-times.ts'
import type { Database } from '../store/engine/database.ts'
import { isSetupOpen } from '../store/people/memberships.ts'
import type { Clock } from '../system/clock.ts'
import { easyPassword } from '../usecases/session/choose-password.ts'
import { linkOf, newLinkToken } from '../usecases/session/links.ts'
import { makeOwner } from '../usecases/session/make-owner.ts'
import { type Config, settingsFault } from './config.ts'
import { writePrivateFile } from './data-dir.ts'

export const setupLinkFile = (directory: string): string => join(directory, 'setup.link')

interface SetUp {
  readonly database: Database
  readonly clock: Clock
  readonly passwords: Passwords
}

/**
 * Makes the owner that the settings name, or a link that lets somebody become the owner. Returns the link; null if there
 * is an owner. Several processes may do so at once: the first owner is the only one.
 */
export async function setUpOwner(config: Config, { database, clock, passwords }: SetUp): Promise<string | null> {
  const file = setupLinkFile(config.dataDir)
  if ((await isSetupOpen(database.read)) && config.owner !== null) {
    const { email, password: plain } = config.owner
    const name = email.split('@')[0] ?? email
    if (await isEasyPassword(plain, [email, ...email.split(/\W+/), 'polypost']))
      throw settingsFault([`POLYPOST_OWNER_PASSWORD: ${easyPassword}`])
    const password = await passwords.hash(plain)
    await database.transaction((tx) => makeOwner(tx, { email, name, password, now: clock.now() }))
  }
  if (!(await isSetupOpen(database.read))) {
    await rm(file, { force: true })
    return null
  }
  const expiresAt = clock.now() + setupLinkLasts
  const token = await database.transaction((tx) => newLinkToken(tx, { personId: null, expiresAt }))
  const link = linkOf(config.publicUrl, 'setup', token)
  await writePrivateFile(file, link)
  return link
}
