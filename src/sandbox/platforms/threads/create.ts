import { ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { fetchMedia, timesOf } from './fetch.ts'
import type { Call } from './gate.ts'
import { itemsNotReady, mediaNotFound, notPermitted, tooManyLinks } from './problems.ts'
import { publishContainer } from './publish.ts'
import { isVisible } from './reads.ts'
import { stateOf } from './state.ts'
import { type Container, containers, newId, posts, type User } from './store.ts'
import { countLinks, lengthOf, maxAltText, maxLength, maxLinks } from './text.ts'

type Parameters = Readonly<Record<string, string>>

const kinds: readonly Container['kind'][] = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']

const items = { min: 2, max: 20 }

/** POST /me/threads: creates a container that is not visible. */
export async function create(call: Call): Promise<SimulatedReply> {
  const { world, user, request } = call
  const parameters = parametersOf(request)
  const kind = kinds.find((one) => one === parameters.media_type)
  if (!kind) return wrongParameter(`Param media_type must be one of {${kinds.join(', ')}}.`, world)
  const refusal =
    wrongText(kind, parameters, world) ?? wrongReply(call, parameters) ?? wrongItems(kind, call, parameters)
  if (refusal) return refusal
  const media = await fetchMedia(kind, parameters, world)
  if ('status' in media) return media
  const made = newContainer(kind, parameters, user, world, media.fault)
  containers(world).put(made)
  const publishesItself = kind === 'TEXT' && parameters.auto_publish_text === 'true'
  return publishesItself ? publishContainer({ ...made, readyAt: made.createdAt }, call) : ok({ id: made.id })
}

function wrongText(kind: Container['kind'], { text = '', ...others }: Parameters, world: World): SimulatedReply | null {
  const attached = ['link_attachment', 'poll_attachment', 'gif_attachment', 'text_attachment', 'quote_post_id']
  if (kind === 'TEXT' && text.trim() === '' && attached.every((name) => others[name] === undefined))
    return wrongParameter('Param text is required for a text post.', world)
  if (lengthOf(text) > maxLength)
    return wrongParameter(`Param text must be at most ${maxLength} characters long.`, world)
  if (countLinks(`${text} ${others.link_attachment ?? ''}`) > maxLinks) return tooManyLinks(world)
  if ([...(others.alt_text ?? '')].length > maxAltText)
    return wrongParameter(`Param alt_text must be at most ${maxAltText} characters long.`, world)
  return null
}

/** An app may reply to other people's posts only if they mention the account, and with another permission. */
function wrongReply({ world, user, scopes }: Call, { reply_to_id: replyTo }: Parameters): SimulatedReply | null {
  if (replyTo === undefined) return null
  const target = posts(world).get(replyTo)
  if (!target || !isVisible(target, world)) return mediaNotFound(world)
  const root = target.root === null ? target : posts(world).get(target.root)
  const isAllowed = scopes.includes('threads_manage_replies') && root?.author === user.id
  return isAllowed ? null : notPermitted(world)
}

function wrongItems(
  kind: Container['kind'],
  { world, user }: Call,
  { children = '' }: Parameters,
): SimulatedReply | null {
  if (kind !== 'CAROUSEL') return null
  const ids = children.split(',').filter((id) => id !== '')
  if (ids.length < items.min || ids.length > items.max)
    return wrongParameter(`Param children must have from ${items.min} to ${items.max} items.`, world)
  const areReady = ids.every((id) => {
    const item = containers(world).get(id)
    return item?.owner === user.id && item.isItem && stateOf(item, world) === 'FINISHED'
  })
  return areReady ? null : itemsNotReady(world)
}

function newContainer(
  kind: Container['kind'],
  parameters: Parameters,
  user: User,
  world: World,
  fault: string | null,
): Container {
  const now = world.now()
  return {
    id: newId(world),
    owner: user.id,
    kind,
    text: parameters.text ?? '',
    altText: parameters.alt_text ?? null,
    isItem: parameters.is_carousel_item === 'true',
    items: kind === 'CAROUSEL' ? (parameters.children ?? '').split(',').filter((id) => id !== '') : [],
    replyTo: parameters.reply_to_id ?? null,
    createdAt: now,
    readyAt: now + timesOf(kind, world),
    fault,
    misses: 0,
    post: null,
  }
}
