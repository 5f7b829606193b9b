import { hash } from 'node:crypto'
import { randomText } from '../system/random.ts'

const length = 43 // letters and digits: 256 bits

/** A secret value that permits one action, once. Only its hash is stored. */
export const newOneTime = (): string => randomText(length)

export const hashOneTime = (text: string): string => hash('sha256', text)
