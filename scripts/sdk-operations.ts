import { methodName } from '../src/contract/method-name.ts'
import { camelName, comment, type Schema, typeName, typeOf } from './schema-type.ts'
import { partName, type SdkDescription, type SdkOperation } from './sdk-description.ts'

/** `sdk/src/generated/operations.ts`: a class per tag with a method per operation. */
export function sdkOperations(mark: string, { schemas, operations }: SdkDescription): string {
  const tags = Map.groupBy(operations, ({ tag }) => tag)
  const classes = [...tags].map(
    ([tag, own]) => `export class ${typeName(tag)} extends Group {
${own.map((operation) => method(operation, schemas)).join('\n\n')}
}`,
  )
  const types = [...new Set(classes.join('\n').match(/\bT\.\w+/g))]
  return `// ${mark}

import { Group } from '../group.ts'
import type { Pages } from '../pages.ts'
import type { CallOptions } from '../request.ts'
${types.length > 0 ? "import type * as T from './types.ts'\n" : ''}
${classes.join('\n\n')}
`
}

function method(operation: SdkOperation, schemas: SdkDescription['schemas']): string {
  const { path, params, query, needsQuery, body, needsBody, takesKey, isRead, words } = operation
  const input = body ? partName(operation, 'Body') : query ? partName(operation, 'Query') : null
  const isNeeded = body ? needsBody : needsQuery
  const name = body ? 'body' : 'query'
  const given = [
    ...params.map((param) => `${param.name}: ${typeOf(param.schema)}`),
    ...(input === null ? [] : [`${name}: T.${input}${isNeeded ? '' : ' = {}'}`]),
    ...(body && query ? [`query: T.${partName(operation, 'Query')}${needsQuery ? '' : ' = {}'}`] : []),
    'options: CallOptions = {}',
  ]
  const at =
    params.length === 0
      ? `'${path}'`
      : `\`${path.replace(/\{(\w+)\}/g, (_all, slot) => `\${encodeURIComponent(${slot})}`)}\``
  const parts = [
    ...(query ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(takesKey ? ['takesKey: true'] : []),
    ...(isRead ? ['isRead: true'] : []),
  ]
  const request = `'${operation.method}', ${at}, { ${[...parts, 'options'].join(', ')} }`
  const result = operation.result.$ref ? typeOf(operation.result) : partName(operation, 'Result')
  const paging = pagingOf(operation, schemas)
  const call = paging
    ? `Pages<T.${result}['${paging.items}'][number], T.${result}> {
    return this.pages(${paging.kind}, '${paging.items}', ${at}, query, options)`
    : `Promise<T.${result}> {
    return this.call(${request})`
  return `${comment(`${words}\n\n\`${operation.method} ${path}\``, '  ')}  ${camelName(methodName(operation.id, operation.tag))}(${given.join(', ')}): ${call}
  }`
}

/** How the list continues, and the field with its items. */
function pagingOf({ query, result, body }: SdkOperation, schemas: SdkDescription['schemas']) {
  const named = result.$ref ? schemas[result.$ref.replace('#/components/schemas/', '')] : result
  const returned = named?.properties ?? {}
  const taken = query?.properties ?? {}
  const kind =
    'cursor' in taken && 'next_cursor' in returned
      ? "'cursor'"
      : 'before' in taken && 'next_before' in returned
        ? "'before'"
        : 'page' in taken && 'meta' in returned
          ? "'page'"
          : null
  const items = Object.entries(returned).find(
    ([name, { type }]: [string, Schema]) => type === 'array' && !/errors$/.test(name),
  )
  return kind && items && !body ? { kind, items: items[0] } : null
}
