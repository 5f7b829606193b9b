import type { Json } from '../../../domain/outcome.ts'
import type { World } from '../../shared/simulator.ts'
import { type Numbers, type Pin, pinWords, timeOf, users } from './store.ts'

type Shape = Readonly<Record<string, Json>>

/** A Pin in all responses. */
export const pinShape = (pin: Pin, world: World, withNumbers: boolean): Shape => ({
  id: pin.id,
  created_at: timeOf(pin.createdAt),
  board_id: pin.board,
  board_section_id: null,
  board_owner: { username: users(world).get(pin.owner)?.username ?? '' },
  ...pinWords.parse(pin),
  dominant_color: '#6e7874',
  creative_type: { image: 'REGULAR', video: 'VIDEO', multiple_images: 'CAROUSEL' }[pin.media],
  is_owner: true,
  is_standard: true,
  has_been_promoted: false,
  parent_pin_id: null,
  media: mediaShape(pin, world),
  pin_metrics: withNumbers ? metricsShape(pin.numbers) : null,
})

function mediaShape({ id, media }: Pin, world: World): Shape {
  const at = (size: string) => `${world.address('web')}/images/${size}/${id}.jpg`
  const images = {
    '150x150': { width: 150, height: 150, url: at('150x150') },
    '400x300': { width: 400, height: 300, url: at('400x300') },
    '600x': { width: 600, height: 800, url: at('600x') },
    '1200x': { width: 1_200, height: 1_600, url: at('1200x') },
  }
  if (media === 'image') return { media_type: media, images }
  if (media === 'multiple_images') return { media_type: media, items: [] }
  // At first, nothing else is known about a video.
  return {
    media_type: media,
    images,
    cover_image_url: at('originals'),
    video_url: null,
    duration: null,
    width: null,
    height: null,
  }
}

const metricsShape = ({ impression, pin_click, outbound_click: clickthrough, reaction, comment }: Numbers): Shape => ({
  '90d': { impression, pin_click, clickthrough },
  lifetime_metrics: { impression, pin_click, clickthrough, reaction, comment },
})
