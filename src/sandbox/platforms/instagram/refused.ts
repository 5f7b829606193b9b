import { refuse } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'

/** Messages and codes of developers.facebook.com, Instagram Platform: Error Codes, 2026-06-02. */
const faults = {
  notFetched: [9004, 2207052, 'The media could not be fetched from this URI.', 'Media download has failed.'],
  notReady: [9007, 2207027, 'Media ID is not available', 'The media is not ready to be published. Please wait.'],
  notFound: [24, 2207008, 'The requested resource does not exist', 'The media builder does not exist.'],
  expired: [-2, 2207020, 'Media expired', 'The media you are trying to access has expired.'],
  tooLarge: [36000, 2207004, 'The image is too large to download.', 'It should be less than 8 MiB.'],
  wrongFormat: [36001, 2207005, 'The image format is not supported.', 'Please refer to the supported formats.'],
  wrongShape: [
    36003,
    2207009,
    'The aspect ratio is not supported.',
    'The submitted image has an invalid aspect ratio.',
  ],
  captionTooLong: [36004, 2207010, 'The caption was too long.', 'It should be less than 2,200 characters.'],
  wrongType: [100, 2207023, 'Invalid parameter', 'The media type is unknown.'],
  wrongCount: [100, 2207028, 'Invalid parameter', 'Your post won’t work as a carousel: it needs 2 to 10 items.'],
  restricted: [
    4,
    2207051,
    'Application request limit reached',
    'We restrict certain activity to protect our community.',
  ],
  quota: [9, 2207042, 'Application request limit reached', 'You reached the maximum number of posts of the day.'],
  noTrials: [100, 2207081, 'Invalid parameter', 'This account can’t make trial reels.'],
  tooManyContainers: [9, 2207042, 'Application request limit reached', 'Too many containers were made.'],
  wrongFile: [352, 2207026, 'The video file format is not supported.', 'Upload it as MP4 or MOV.'],
} as const satisfies Record<string, readonly [number, number, string, string]>

export type MediaFault = keyof typeof faults

/** The number in the message of a container whose processing failed. */
export const numberOf = (fault: MediaFault): number => faults[fault][1]

export function refuseMedia(fault: MediaFault, world: World): SimulatedReply {
  const [code, subcode, message, explanation] = faults[fault]
  return refuse({ code, subcode, message, title: message, explanation, transient: false }, world)
}
