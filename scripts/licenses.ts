import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** They allow copies, if the copy comes with the text. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']
const about = z.looseObject({ name: z.string(), version: z.string(), license: z.string() })

/** The licenses of the packages that these files are from, as one text. Fails if one does not allow copies. */
export async function licensesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(
    files.flatMap((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? []),
  )
  const packages = await Promise.all([...folders].sort().map(licenseOf))
  const sections = [...Map.groupBy(packages, ({ text }) => text)].map(
    ([text, same]) => `${same.map(({ title }) => `- ${title}\n`).join('')}\n${text}`,
  )
  return `Polypost contains code of these packages.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`
}

async function licenseOf(folder: string): Promise<{ title: string; text: string }> {
  const { name, version, license } = about.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  if (!allowed.includes(license)) throw new Error(`${name} has the license ${license}: keep it apart from the bundle.`)
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort()
  const texts = await Promise.all(names.map((file) => readFile(join(folder, file), 'utf8')))
  return { title: `${name} ${version} (${license})`, text: texts.map((text) => `${text.trim()}\n`).join('\n') }
}
