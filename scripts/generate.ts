import { mkdir, writeFile } from 'node:fs/promises'
import { generatedFiles } from './reference.ts'

const folder = new URL('../docs/', import.meta.url)
await mkdir(new URL('reference/', folder), { recursive: true })
for (const [name, content] of Object.entries(generatedFiles())) await writeFile(new URL(name, folder), content)
