import { InvalidArgumentError } from 'commander'

export function parseAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be an address that begins with http:// or https://.')
  return text
}
