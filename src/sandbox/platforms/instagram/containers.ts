import { z } from 'zod'
import { day, minute, second } from '../../../domain/time.ts'
import { jsonOf, newGraphId, ok, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { imageFault, videoFault } from './fetched.ts'
import { type Call, isReply, ownUser } from './gate.ts'
import { sponsorFault } from './partnership.ts'
import { type MediaFault, numberOf, refuseMedia } from './refused.ts'
import { type Container, containers, countedToday, listOf, settingsOf, type User } from './store.ts'

const maxCaption = 2_200
const maxAltText = 1_000
const maxHashtags = 30
/** Maximum number per account in 24 hours. */
const maxContainers = 400

/** How long Instagram processes a file, and a slow one. */
const working = { image: 800, video: 3 * second, items: 800 }
const slowly = minute

const idDigits = 17

const kinds = z.enum(['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'])
const trial = z.strictObject({ graduation_strategy: z.enum(['MANUAL', 'SS_PERFORMANCE']) })

/** POST /{ig-user}/media: creates a container that is not visible. */
export async function createContainer(call: Call): Promise<SimulatedReply> {
  const { world } = call
  const user = ownUser(call)
  if (isReply(user)) return user
  const described = describe(call, user)
  if (isReply(described)) return described
  const { container } = described
  const fault = await faultOf(call, container)
  // The response reports faults of an image at once; those of a video are reported after its file was checked.
  if (fault && container.shows === 'image') return refuseMedia(fault, world)
  const coverFault = await faultOfCover(call)
  if (coverFault) return refuseMedia(coverFault, world)
  const stored = begun({ ...container, fault: fault && String(numberOf(fault)) }, world)
  containers(world).put(stored)
  listOf(world, 'containers', user.id).put(stored.id, stored.createdAt)
  return ok({ id: stored.id, ...(stored.state === 'awaiting' ? { uri: uploadUrl(call, stored.id) } : {}) })
}

const uploadUrl = ({ world, request }: Call, id: string): string =>
  `${world.address('upload')}/ig-api-upload/${request.params.version}/${id}`

/** Processing begins, if the bytes are there. */
export function begun(container: Container, world: World): Container {
  if (container.state === 'awaiting') return container
  const fails = world.meets('processing_failed', 'upload')
  const slow = world.meets('slow_processing', 'upload')
  return {
    ...container,
    state: 'processing',
    fault: fails ? String(numberOf('wrongFile')) : container.fault,
    readyAt: world.now() + world.scaled(slow ? slowly : working[container.shows]),
  }
}

type ContainerDescription = { readonly container: Container }

function describe(call: Call, user: User): ContainerDescription | SimulatedReply {
  const { parameters: given, world } = call
  const kind = kinds.safeParse(given.media_type ?? 'IMAGE')
  const isItem = given.is_carousel_item === 'true'
  if (!kind.success || (kind.data === 'VIDEO' && !isItem)) return refuseMedia('wrongType', world)
  const shows = showsOf(given, kind.data)
  const children = childrenOf(given.children)
  const resumable = given.upload_type === 'resumable'
  if (shows === null) return wrongParameter('One of image_url, video_url and children is required.', world)
  const wrong =
    textFault(given, world) ??
    (kind.data === 'CAROUSEL' ? itemsFault(children, user, world) : null) ??
    trialFault(given, kind.data, user, world) ??
    sponsorFault(call, kind.data) ??
    (resumable && call.host === 'api' ? wrongParameter('upload_type is not supported here.', world) : null)
  if (wrong) return wrong
  if (settingsOf(world).quotas && countedToday(world, 'containers', user) >= maxContainers)
    return refuseMedia('tooManyContainers', world)
  return {
    container: {
      id: newGraphId(world, idDigits),
      owner: user.id,
      kind: kind.data,
      isItem,
      shows,
      caption: given.caption ?? '',
      altText: given.alt_text ?? null,
      children,
      options: optionsIn(given),
      state: resumable ? 'awaiting' : 'processing',
      fault: null,
      received: 0,
      createdAt: world.now(),
      readyAt: 0,
    },
  }
}

type ContainerParameters = Call['parameters']

function showsOf(given: ContainerParameters, kind: Container['kind']): Container['shows'] | null {
  if (kind === 'CAROUSEL') return given.children === undefined ? null : 'items'
  if (given.image_url !== undefined) return kind === 'IMAGE' || kind === 'STORIES' ? 'image' : null
  const hasVideo = given.video_url !== undefined || given.upload_type === 'resumable'
  return hasVideo && kind !== 'IMAGE' ? 'video' : null
}

/** A list as JSON, or separated by commas. */
function childrenOf(text = ''): string[] {
  const list = z.array(z.coerce.string()).safeParse(jsonOf(text))
  return list.success ? list.data : text.split(',').filter((one) => one !== '')
}

/** The parts of the request that a test may check. */
const shownOptions = [
  'share_to_feed',
  'trial_params',
  'is_paid_partnership',
  'branded_content_sponsor_ids',
  'cover_url',
]

const optionsIn = (given: ContainerParameters): Record<string, string> =>
  Object.fromEntries(shownOptions.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))

function textFault(
  { caption = '', alt_text = '', is_carousel_item, collaborators }: ContainerParameters,
  world: World,
): SimulatedReply | null {
  if ([...caption].length > maxCaption) return refuseMedia('captionTooLong', world)
  // The real message is not documented.
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > maxHashtags)
    return wrongParameter(`Param caption must have at most ${maxHashtags} hashtags.`, world)
  if (is_carousel_item === 'true' && collaborators !== undefined)
    return wrongParameter('param collaborators is not allowed', world)
  return [...alt_text].length > maxAltText ? wrongParameter('Param alt_text is too long.', world) : null
}

function itemsFault(children: readonly string[], user: User, world: World): SimulatedReply | null {
  if (children.length < 2 || children.length > 10) return refuseMedia('wrongCount', world)
  const found = children.map((id) => containers(world).get(id))
  if (found.some((one) => one?.owner !== user.id || !one.isItem)) return refuseMedia('notFound', world)
  const states = found.map((one) => one && stateOf(one, world))
  if (states.includes('EXPIRED')) return refuseMedia('expired', world)
  return states.every((state) => state === 'FINISHED') ? null : refuseMedia('notReady', world)
}

function trialFault(
  given: ContainerParameters,
  kind: Container['kind'],
  user: User,
  world: World,
): SimulatedReply | null {
  if (given.trial_params === undefined) return null
  if (kind !== 'REELS' || !trial.safeParse(jsonOf(given.trial_params)).success)
    return wrongParameter('Param trial_params must be valid.', world)
  return user.standing === 'no_trials' ? refuseMedia('noTrials', world) : null
}

async function faultOf({ parameters, world }: Call, { kind, shows, state }: Container): Promise<MediaFault | null> {
  const { image_url: image, video_url: video } = parameters
  if (shows === 'image' && image !== undefined) return imageFault(image, kind === 'STORIES', world)
  if (shows !== 'video' || video === undefined || state === 'awaiting') return null
  return kind === 'REELS' || kind === 'STORIES' || kind === 'VIDEO' ? videoFault(video, kind, world) : null
}

const faultOfCover = async ({ parameters: { cover_url: cover }, world }: Call): Promise<MediaFault | null> =>
  cover === undefined ? null : imageFault(cover, true, world)

/** With Instagram's names. A container that was not published within a day has expired. */
export function stateOf(
  container: Container,
  world: World,
): 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED' {
  const { state, createdAt, readyAt, fault } = container
  if (state === 'published') return 'PUBLISHED'
  if (createdAt + world.scaled(day) <= world.now()) return 'EXPIRED'
  if (state === 'failed') return 'ERROR'
  if (state === 'awaiting' || world.now() < readyAt) return 'IN_PROGRESS'
  return fault === null ? 'FINISHED' : 'ERROR'
}
