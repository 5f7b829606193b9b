import { z } from 'zod'
import { idForms, idSlots } from '../contract/common.ts'
import { describeIssue } from '../contract/describe-issue.ts'
import { type ErrorDetail, PublicError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { jsonDepth, maxFaults } from './limits.ts'

/** The three parts of a request that its operation has schemas for, as they came in. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

const nothing = z.strictObject({})

/** Checks the input against the schemas of its operation. Reports every fault of query and body at once. */
export function parseInput(operation: Operation, raw: RawInput) {
  const params = operation.params?.safeParse(raw.params)
  if (params?.error)
    throw new PublicError('invalid_id', describeId(params.error, operation.params), {
      details: describe(params.error, operation.params, raw.params),
    })

  // This check is before the schemas, because they do not expect such text or such depth.
  const unreadable = [...textFaults(raw.query), ...textFaults(raw.body)]
  if (unreadable.length > 0) throw invalid(unreadable)

  const rawBody = raw.body === undefined && (operation.bodyOptional || !operation.body) ? {} : raw.body
  const query = (operation.query ?? nothing).safeParse(raw.query)
  const body = (operation.body ?? nothing).safeParse(rawBody)
  const faults = [
    ...(query.error ? describe(query.error, operation.query, raw.query, 'parameter') : []),
    ...(body.error ? describe(body.error, operation.body, rawBody) : []),
  ]
  // A name that does not exist is often the reason for another fault: a field that is required has a typo.
  const [typos, others] = [faults.filter(isTypo), faults.filter((fault) => !isTypo(fault))]
  if (faults.length > 0) throw invalid([...typos, ...others])
  return {
    params: params?.data,
    query: operation.query && query.data,
    body: operation.body && body.data,
  }
}

const isTypo = ({ code }: ErrorDetail): boolean => code === 'unknown_field'

/** Names the kind of ID that the path must contain. */
function describeId({ issues }: z.ZodError, params?: z.ZodObject): string {
  const slot: z.ZodType | undefined = params?.shape[String(issues[0]?.path[0])]
  const kind = slot && idSlots.get(slot)?.kind
  return `The path must contain ${kind === undefined ? 'a valid ID' : idForms[kind]}.`
}

const describe = (error: z.ZodError, schema: z.ZodType = nothing, input: unknown, part?: 'parameter'): ErrorDetail[] =>
  error.issues.flatMap((issue) => describeIssue(issue, schema, input, part))

const invalid = (faults: readonly ErrorDetail[]): PublicError => {
  const [first] = faults
  const where = first?.path ? `${first.path}: ` : ''
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more, see details)` : ''
  return new PublicError('validation_failed', `${where}${first?.message ?? 'The request is not valid.'}${rest}`, {
    details: faults.slice(0, maxFaults),
  })
}

/** Finds text that no database can store, and nesting that no schema needs. */
function textFaults(root: unknown): ErrorDetail[] {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next
    if (depth > jsonDepth) return [{ path, code: 'too_deep', message: `Is nested deeper than ${jsonDepth} levels.` }]
    if (typeof value === 'string' && !isStorable(value)) return [badText(path)]
    if (value === null || typeof value !== 'object') continue
    for (const [name, child] of Object.entries(value)) {
      if (!isStorable(name)) return [badText(path)]
      open.push({ value: child, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 })
    }
  }
  return []
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const badText = (path: string): ErrorDetail => ({
  path,
  code: 'invalid_text',
  message: 'Contains a null character or half of a surrogate pair, which is not text.',
})
