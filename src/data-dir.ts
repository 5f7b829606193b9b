import { access, chmod, constants, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomText } from './system/random.ts'

/** The data directory cannot be used; the message is for the operator. */
export class DirectoryFault extends Error {}

export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DirectoryFault(
      `The data directory ${directory} can’t be written (${errorCode(cause)}). Give this user the right to, or set POLYPOST_DATA_DIR to another folder.`,
      { cause },
    )
  }
}

/** The sealing key of an embedded instance: made at the first start, and needed ever after. */
export async function readOrMakeSecret(directory: string): Promise<string> {
  const file = join(directory, 'secret.key')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    const secret = randomText(48)
    await writePrivateFile(file, secret)
    return secret
  }
}

export const ownerKeyFile = (directory: string): string => join(directory, 'owner.key')

export async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
