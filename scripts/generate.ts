import { mkdir, writeFile } from 'node:fs/promises'
import { generatedFiles } from './reference.ts'

const root = new URL('../', import.meta.url)
await mkdir(new URL('docs/reference/', root), { recursive: true })
for (const [name, content] of Object.entries(generatedFiles())) await writeFile(new URL(name, root), content)
