import { PublicError } from '../contract/errors.ts'
import { apiPrefix } from '../contract/openapi.ts'
import type { Operation } from '../contract/operation.ts'

/** The error for a path or a method that no operation has, with the operation that was probably meant. */
export function unknownRoute(method: string, url: string, operations: readonly Operation[]): PublicError {
  const [path = ''] = url.split('?')
  const methods = operations.flatMap((one) =>
    pathMatches(apiPrefix + one.path, path) ? (one.method === 'GET' ? [one.method, 'HEAD'] : [one.method]) : [],
  )
  const meant = similar(method, path, operations)
  const hint = meant === undefined ? '' : ` Did you mean ${meant.method} ${apiPrefix}${meant.path}?`
  if (methods.length === 0)
    return new PublicError(
      'not_found',
      `There is nothing at ${path.slice(0, 200)}.${hint} All operations are listed at ${apiPrefix}/docs.`,
    )
  const allow = [...new Set(methods)].join(', ')
  return new PublicError('method_not_allowed', `${method} is not possible at this path; use ${allow}.${hint}`, {
    headers: { allow },
  })
}

/** An operation of the same method whose path differs only by the prefix, a plural, or a slash at its end. */
function similar(method: string, path: string, operations: readonly Operation[]): Operation | undefined {
  const rest = path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path
  return operations.find((one) => one.method === method && pathMatches(singular(one.path), singular(rest)))
}

const singular = (path: string): string => path.replace(/\/$/, '').replace(/s(?=\/|$)/g, '')

const pathMatches = (pattern: string, path: string): boolean => {
  const slots = pattern.split('/')
  const parts = path.split('/')
  return (
    slots.length === parts.length &&
    slots.every((slot, at) => slot === parts[at] || (slot.startsWith('{') && parts[at] !== ''))
  )
}
