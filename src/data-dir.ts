import { access, chmod, constants, link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
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
  const secret = (await readSecret(file)) ?? (await makeSecret(directory, file))
  if (!secret)
    throw new DirectoryFault(`The file ${file} is empty. Put back the secret.key that belongs to the database.`)
  return secret
}

async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return null
    throw new DirectoryFault(`The file ${file} can’t be read (${errorCode(cause)}). Give this user the right to.`, {
      cause,
    })
  }
}

/** Whole and on the disk before it has its name; where several processes make one at once, the first one's stands. */
async function makeSecret(directory: string, file: string): Promise<string | null> {
  const draft = `${file}.${randomText(8)}`
  await writePrivateFile(draft, randomText(48))
  await link(draft, file).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  await rm(draft)
  const folder = await open(directory)
  await folder.sync().finally(() => folder.close())
  return readSecret(file)
}

export const ownerKeyFile = (directory: string): string => join(directory, 'owner.key')

export async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
