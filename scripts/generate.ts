import { mkdir, writeFile } from 'node:fs/promises'
import { referenceFiles } from './reference.ts'

const folder = new URL('../docs/reference/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [name, content] of Object.entries(referenceFiles())) await writeFile(new URL(name, folder), content)
