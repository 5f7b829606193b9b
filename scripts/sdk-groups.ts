import { camelName, typeName } from './schema-type.ts'
import type { SdkDescription } from './sdk-description.ts'

/** Groups with methods beside the generated ones; each has a file of its name. */
const extended = ['posts', 'media', 'events', 'webhooks']

/** `sdk/src/generated/groups.ts`: all groups of methods. */
export function sdkGroups(mark: string, { operations }: SdkDescription): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const plain = tags.filter((tag) => !extended.includes(tag)).map(typeName)
  const lines = (line: (tag: string) => string) => tags.map(line).join('\n')
  return `// ${mark}

${[...extended]
  .sort()
  .map((tag) => `import { ${typeName(tag)} } from '../${tag}.ts'\n`)
  .join('')}import type { Transport } from '../request.ts'
import { ${plain.sort().join(', ')} } from './operations.ts'

export class Groups {
${lines((tag) => `  readonly ${camelName(tag)}: ${typeName(tag)}`)}

  constructor(transport: Transport) {
${lines((tag) => `    this.${camelName(tag)} = new ${typeName(tag)}(transport)`)}
  }
}
`
}
