import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { randomText } from '../../system/random.ts'

const schema = z.object({
  url: z.url(),
  key: z.string().min(1),
  /** The key is that of a sign-in in the browser: it has to be renewed. */
  session: z.object({ refresh: z.string().min(1), expires_at: z.number(), ends_at: z.number() }).optional(),
})

/** Where the command line is signed in. */
export type Login = z.output<typeof schema>

const folder = (): string => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'polypost')
const file = (): string => join(folder(), 'login.json')
/** It exists while a command renews the key. */
export const lockFile = (): string => join(folder(), 'login.lock')

export async function readLogin(): Promise<Login | null> {
  const text = await readFile(file(), 'utf8').catch(() => null)
  return text === null ? null : (schema.safeParse(jsonOf(text)).data ?? null)
}

/** A damaged file is like none: “polypost login” writes it again. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Only this user can read it, because it contains a key. */
export async function writeLogin(login: Login): Promise<string> {
  await writePrivate(file(), JSON.stringify(login))
  return file()
}

export const removeLogin = (): Promise<void> => rm(file(), { force: true })

/** Complete or not at all, even if the process is killed. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomText(8)}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}
