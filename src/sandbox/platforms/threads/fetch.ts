import { GiB, MiB } from '../../../domain/bytes.ts'
import { second } from '../../../domain/time.ts'
import { wrongParameter } from '../../shared/graph.ts'
import type { FetchedFile, SimulatedReply, World } from '../../shared/simulator.ts'
import { imageTooLarge, notFetched, wrongImage } from './problems.ts'
import { type Container, settingsOf } from './store.ts'

type Kind = Container['kind']

const maxImage = 8 * MiB
const maxVideo = GiB

/** How files begin, in hexadecimal digits: JPEG or PNG, and the first box of MOV or MP4. */
const image = /^(?:ffd8ff|89504e470d0a1a0a)/
const videoStart = /^.{8}(?:66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)/
const looked = 16

/**
 * Downloads the media of a container and checks the bytes. The response reports faults of an image at once; those of a
 * video are reported later, in the status of the container.
 */
export async function fetchMedia(
  kind: Kind,
  parameters: Readonly<Record<string, string>>,
  world: World,
): Promise<SimulatedReply | { readonly fault: string | null }> {
  const fails = kind !== 'TEXT' && world.meets('processing_failed', 'upload')
  const usual = { fault: fails ? 'FAILED_PROCESSING_VIDEO' : null }
  if (kind !== 'IMAGE' && kind !== 'VIDEO') return usual
  const name = kind === 'IMAGE' ? 'image_url' : 'video_url'
  const address = parameters[name]
  if (!address || !URL.canParse(address)) return wrongParameter(`Param ${name} must be the address of a file.`, world)
  const file = await world.fetch(address)
  if (kind === 'IMAGE') return wrongFile(file, world) ?? usual
  return { fault: faultOf(file) ?? usual.fault }
}

const isThere = (file: FetchedFile | null): file is FetchedFile => file !== null && file.status === 200

const beginning = ({ bytes }: FetchedFile): string => bytes.subarray(0, looked).toString('hex')

function wrongFile(file: FetchedFile | null, world: World): SimulatedReply | null {
  if (!isThere(file)) return notFetched(world)
  if (file.size > maxImage) return imageTooLarge(world)
  return image.test(beginning(file)) ? null : wrongImage(world)
}

function faultOf(file: FetchedFile | null): string | null {
  if (!isThere(file)) return 'FAILED_DOWNLOADING_VIDEO'
  return videoStart.test(beginning(file)) && file.size <= maxVideo ? null : 'FAILED_PROCESSING_VIDEO'
}

/** How long Threads processes the media of a container. */
const processing: Readonly<Record<Exclude<Kind, 'TEXT'>, number>> = { IMAGE: second, VIDEO: 4 * second, CAROUSEL: 500 }
const slowProcessing = 30 * second

export const timesOf = (kind: Kind, world: World): number =>
  world.scaled(
    world.meets('slow_processing', 'upload')
      ? slowProcessing
      : kind === 'TEXT'
        ? settingsOf(world).textReadyAfter
        : processing[kind],
  )
