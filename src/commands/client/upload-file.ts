import { access, constants } from 'node:fs/promises'
import type { Polypost } from '@polypost/sdk'
import { Exit, exitCodes } from './exit.ts'
import { liveLines } from './live-lines.ts'

const width = 24

/** Uploads a file, or has the instance download an address, and shows how far it is. */
export async function uploadFile(client: Polypost, source: string, { quiet }: { readonly quiet: boolean }) {
  if (!isAddress(source)) await checkReadable(source)
  const progress = quiet ? null : liveLines()
  const uploaded = await client.media.upload(source, {
    onProgress: ({ sent, total }) => progress?.show([`${source}  ${bar(sent / total)}`]),
  })
  progress?.end([`${source}  ${uploaded.size} bytes`])
  return uploaded
}

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source)

const checkReadable = (file: string): Promise<void> =>
  access(file, constants.R_OK).catch(() => {
    throw unreadableFile(file)
  })

export const unreadableFile = (file: string): Exit =>
  new Exit(exitCodes.usage, `The file ${file} can’t be read. Check its name, and that you may read it.`)

function bar(part: number): string {
  const full = Math.round(part * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.round(part * 100)).padStart(3)} %`
}
