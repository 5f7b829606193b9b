import { constants, createReadStream, type Stats } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { WrongUse } from './fault.ts'
import { fileSentence } from './file-sentence.ts'

const faultOf = (file: string) => (cause: unknown) => {
  throw new WrongUse(fileSentence(cause, file) ?? `${file} can’t be read.`, { cause })
}

async function statOf(file: string): Promise<Stats> {
  const found = await stat(file).catch(faultOf(file))
  if (found.isDirectory()) throw new WrongUse(`${file} is a folder. Name a file.`)
  return found
}

/** Makes sure that this is a file, and not a folder or a device. */
export async function requireFile(file: string): Promise<void> {
  if (!(await statOf(file)).isFile()) throw new WrongUse(`${file} is not a file.`)
  await access(file, constants.R_OK).catch(faultOf(file))
}

/** The parts of a file, as they are read. */
export async function* readParts(file: string): AsyncGenerator<Buffer> {
  await requireFile(file)
  const stream: AsyncIterable<Buffer> = createReadStream(file)
  yield* stream
}

/** The bytes of a file that a command was called with. */
export const readBytes = (file: string): Promise<Buffer> => readFile(file).catch(faultOf(file))

/** The text of a file that was named, of at most so many bytes. */
export async function readText(file: string, { most, words }: { readonly most: number; readonly words: string }) {
  const tooLarge = () => new WrongUse(`${file} is too large: ${words}`)
  // A pipe has no size before it is read.
  if ((await statOf(file)).size > most) throw tooLarge()
  const bytes = await readBytes(file)
  if (bytes.length > most) throw tooLarge()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new WrongUse(`${file} is not text in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.`)
  }
}
