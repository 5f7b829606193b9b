import type { Simulator, World } from '../../shared/simulator.ts'
import { type Numbers, pins, users } from './store.ts'

export const metricNames = [
  'impression',
  'pin_click',
  'outbound_click',
  'save',
  'reaction',
  'comment',
  'video_view',
] as const satisfies readonly (keyof Numbers)[]

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const pin = pins(world).get(postId)
  if (!pin) return false
  const changes = Object.fromEntries(metricNames.flatMap((name) => (name in given ? [[name, given[name]]] : [])))
  pins(world).put({ ...pin, numbers: { ...pin.numbers, ...changes } })
  return true
}

/** The Pins whose numbers still grow: the newest. */
const growing = 20

export function grow(world: World): void {
  for (const { id } of world.documents('pins').range({ reverse: true, limit: growing })) {
    const pin = pins(world).get(id)
    if (!pin) continue
    const { numbers } = pin
    const more = (most: number) => Math.floor(world.fraction() * most)
    pins(world).put({
      ...pin,
      numbers: {
        ...numbers,
        impression: numbers.impression + 1 + more(40),
        pin_click: numbers.pin_click + more(5),
        outbound_click: numbers.outbound_click + more(2),
        save: numbers.save + more(3),
        reaction: numbers.reaction + more(3),
        video_view: numbers.video_view + (pin.media === 'video' ? more(20) : 0),
      },
    })
    const owner = users(world).get(pin.owner)
    if (owner && world.fraction() < 1 / 8) users(world).put({ ...owner, followers: owner.followers + 1 })
  }
}
