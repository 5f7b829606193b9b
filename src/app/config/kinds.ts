import { isIP } from 'node:net'
import { z } from 'zod'
import { orList } from '../../domain/listed.ts'

/** Kinds of values that settings of several subjects have. */

export const text = z.string().min(1, 'must not be empty')

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be ${orList(values)}` })

export const flag = z
  .enum(['true', 'false', 'on', 'off'], { error: 'must be true or false, or on or off' })
  .transform((value) => value === 'true' || value === 'on')

export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

const portFault = 'must be a port number from 0 to 65535'
export const port = z
  .string()
  .regex(/^\d{1,5}$/, portFault)
  .transform(Number)
  .refine((value) => value <= 65_535, portFault)

export const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days, 1 or more')
  .transform(Number)

export const hours = z
  .string()
  .regex(/^\d{1,5}(\.\d+)?$/, 'must be a number of hours')
  .transform(Number)
  .refine((value) => value > 0, 'must be more than 0')

export const commaList = z.string().transform((value) => value.split(',').map((part) => part.trim()))

export const cidrs = commaList.refine(
  (parts) => parts.every(isCidr),
  'must be address ranges such as 10.0.0.0/8 or fd00::/8, separated by commas',
)

function isCidr(range: string): boolean {
  const [address = '', prefix = '', ...rest] = range.split('/')
  const version = isIP(address)
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}
