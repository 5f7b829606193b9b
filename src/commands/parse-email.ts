import { InvalidArgumentError } from 'commander'
import { z } from 'zod'

export function parseEmail(text: string): string {
  if (text !== 'owner@localhost' && !z.email().safeParse(text).success)
    throw new InvalidArgumentError('It must be an email address.')
  return text.toLowerCase()
}
