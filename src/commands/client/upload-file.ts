import { type Polypost, ValidationError } from '@polypost/sdk'
import { WrongUse } from '../fault.ts'
import { requireFile } from '../given-file.ts'
import { Exit, exitCodes, explainApiError } from './exit.ts'
import { liveLines } from './live-lines.ts'

const width = 24

/** Uploads a file, or has the instance download an address, and shows how far it is. */
export async function uploadFile(client: Polypost, source: string, { quiet }: { readonly quiet: boolean }) {
  if (!isAddress(source)) await requireFile(source)
  const progress = quiet ? null : liveLines()
  const uploaded = await client.media
    .upload(source, { onProgress: ({ sent, total }) => progress?.show([`${source}  ${bar(sent / total)}`]) })
    .catch((error: unknown) => {
      // The SDK does not know the type of such a name.
      if (error instanceof TypeError) throw new WrongUse(`${source} ${noMedia}`)
      throw error instanceof ValidationError
        ? new Exit(exitCodes.refused, `${source} is refused: ${explainApiError(error)}`)
        : error
    })
  progress?.end([`${source}  ${uploaded.size} bytes`])
  return uploaded
}

const noMedia = 'has no name of an image or a video. It must end in jpg, png, gif, webp, mp4, mov or webm.'

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source)

function bar(part: number): string {
  const full = Math.round(part * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.round(part * 100)).padStart(3)} %`
}
