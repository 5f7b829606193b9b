import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const inRoot = (...names) => path.join(root, ...names)
export const say = (line) => process.stderr.write(`${line}\n`)

/** A problem that a person can fix, described in one sentence. */
export class Stop extends Error {}

/** Not `recursive`, which reports a read-only file system as a missing file. */
export function makeFolder(folder) {
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}
