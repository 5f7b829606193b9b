import { createHash } from 'node:crypto'
import { randomText } from '../system/random.ts'

const length = 43 // letters and digits: 256 bits

/** A value that whoever has it may act by, once. Only its hash is stored. */
export const newOneTime = (): string => randomText(length)

export const hashOneTime = (text: string): string => createHash('sha256').update(text).digest('hex')
