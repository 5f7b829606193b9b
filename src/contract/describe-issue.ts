import { z } from 'zod'
import { andList, orList } from '../domain/listed.ts'
import { similarWord } from '../domain/similar-word.ts'
import type { DetailCode, ErrorDetail } from './errors.ts'

type Issue = z.core.$ZodIssue

/** Describes a fault of a request for the person who wrote it. */
export function describeIssue(
  issue: Issue,
  schema: z.ZodType,
  input: unknown,
  part: 'field' | 'parameter' = 'field',
): ErrorDetail[] {
  const path = issue.path.map(String).join('.')
  const value = valueAt(input, issue.path)
  const detail = (code: DetailCode, message: string, more: object = {}): ErrorDetail[] => [
    { path, code, message, ...more },
  ]
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined
        ? detail('required', path === '' ? 'Send a JSON object as the body.' : 'Is required.')
        : detail(
            'wrong_type',
            `Must be ${wanted(issue.expected, schema, issue.path)}, not ${article(typeName(value))}.`,
          )
    case 'too_big':
    case 'too_small':
      return detail(...describeSize(issue, value))
    case 'invalid_value':
      return value === undefined
        ? detail('required', 'Is required.')
        : detail('invalid_value', `Must be ${orList(issue.values.map(String))}.`, { allowed: issue.values })
    case 'unrecognized_keys': {
      const allowed = namesAt(schema, issue.path)
      return issue.keys.map((key) => ({
        path: path === '' ? key : `${path}.${key}`,
        code: 'unknown_field',
        message: unknownName(key, allowed, part),
        allowed,
      }))
    }
    case 'invalid_format':
      return detail(
        'invalid_format',
        issue.message.startsWith('Invalid') ? describeFormat(issue.format) : issue.message,
      )
    case 'invalid_union':
      return detail('invalid_value', 'Does not have any of the allowed forms.')
    default:
      return detail('invalid_value', issue.message)
  }
}

function unknownName(name: string, allowed: readonly string[], part: 'field' | 'parameter'): string {
  const meant = similarWord(name, allowed)
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  const all = allowed.length > 0 ? ` The ${part}s are ${andList(allowed)}.` : ''
  return `This ${part} does not exist here.${hint}${all}`
}

/** A file is an object with its address, and a text with the address is the usual mistake. */
const wanted = (expected: string, schema: z.ZodType, path: Issue['path']): string =>
  expected === 'object' && namesAt(schema, path).includes('url')
    ? 'an object such as { "url": "https://…" }'
    : article(expected)

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-11-03',
  datetime: 'a time such as 2026-11-03T09:00:00Z',
  email: 'an email address such as ana@acme.example',
  url: 'a URL such as https://acme.example/page',
  uuid: 'a UUID such as 019a4393-7d40-7c1e-9a52-3f6b8e0d4c71',
}

const describeFormat = (format: string): string => `Must be ${formats[format] ?? `a valid ${format}`}.`

function describeSize(
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  value: unknown,
): [code: DetailCode, message: string, more: object] {
  const big = issue.code === 'too_big'
  const limit = Number(big ? issue.maximum : issue.minimum)
  const bound = big ? 'at most' : 'at least'
  if (issue.origin === 'string' && typeof value === 'string') {
    const actual = [...value].length
    const message =
      !big && limit === 1 ? 'Must not be empty.' : `Must have ${bound} ${limit} characters; it has ${actual}.`
    return [big ? 'too_long' : 'too_short', message, { limit, actual }]
  }
  if (issue.origin === 'array' && Array.isArray(value))
    return [
      big ? 'too_many' : 'too_few',
      `Must have ${bound} ${limit} items; it has ${value.length}.`,
      { limit, actual: value.length },
    ]
  return [big ? 'too_large' : 'too_small', `Must be ${bound} ${limit}.`, { limit, actual: value }]
}

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const article = (noun: string): string => (noun === 'null' ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`)

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined
    value = Object.getOwnPropertyDescriptor(value, key)?.value
  }
  return value
}

/** The names of the fields that the schema has at this path. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: unknown = schema
  for (const key of path) {
    here = unwrap(here)
    if (here instanceof z.ZodObject) here = here.shape[String(key)]
    else if (here instanceof z.ZodArray) here = here.element
    else return []
  }
  here = unwrap(here)
  return here instanceof z.ZodObject ? Object.keys(here.shape) : []
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema
}
