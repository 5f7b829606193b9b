import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

export function parseAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be an address that begins with http:// or https://.')
  return text
}

export function parseEmail(text: string): string {
  if (text !== 'owner@localhost' && !z.email().safeParse(text).success)
    throw new InvalidArgumentError('It must be an email address.')
  return text.toLowerCase()
}

/** Parses a whole number within these limits. */
export function wholeNumber({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): (text: string) => number {
  const limits = max === Number.MAX_SAFE_INTEGER ? `, at least ${min}` : ` from ${min} to ${max}`
  return (text) => {
    const number = Number(text)
    if (!/^\d{1,16}$/.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number${min === 0 && limits.startsWith(',') ? '' : limits}.`)
    return number
  }
}

/** “-” stands for standard input. */
export type Json = object | '-'

export function parseJson(given: string): Json {
  if (given === '-') return given
  try {
    const parsed: unknown = JSON.parse(given)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Below.
  }
  throw new InvalidArgumentError('It must be a JSON object, such as {"name":"Acme"}.')
}
