import { refuse, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'

/** Threads returns it also for containers and posts that exist. Messages and codes as reported in 2026. */
export const mediaNotFound = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'The requested resource does not exist',
      type: 'OAuthException',
      code: 24,
      subcode: 4_279_009,
      transient: false,
      title: 'Media Not Found',
      explanation: 'The media you are trying to access cannot be found.',
    },
    world,
  )

export const itemsNotReady = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'Param children contains containers that are invalid, expired or not ready.',
      code: 100,
      subcode: 4_279_004,
      transient: false,
      title: 'Carousel Children Invalid',
    },
    world,
  )

export const notPermitted = (world: World, status = 400): SimulatedReply =>
  refuse(
    {
      message: '(#10) Application does not have permission for this action',
      type: 'THApiException',
      code: 10,
      status,
    },
    world,
  )

export const suspended = (world: World): SimulatedReply =>
  refuse(
    { message: 'The user is restricted from this action.', type: 'THApiException', code: 25, subcode: 4_279_013 },
    world,
  )

/** "Activity restricted". The call may have had its effect. */
export const restricted = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'Application request limit reached',
      code: 4,
      subcode: 2_207_051,
      transient: false,
      title: 'Action Blocked',
      explanation: 'We restrict certain activity to protect our community.',
    },
    world,
  )

/** Threads' message is not documented; this is the one of Instagram, whose containers work in the same way. */
export const quotaUsedUp = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'Application request limit reached',
      code: 9,
      subcode: 2_207_042,
      transient: false,
      title: 'The user reached the maximum number of posts in 24 hours.',
    },
    world,
  )

export const notFetched = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'The media could not be fetched from this URI.',
      code: 9_004,
      subcode: 2_207_052,
      transient: false,
      title: 'Media Download Failed',
      explanation: 'The media could not be fetched from this URI: it has to be public.',
    },
    world,
  )

export const wrongImage = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'The image format is not supported.',
      code: 36_001,
      subcode: 2_207_005,
      transient: false,
      title: 'Unsupported Image Format',
    },
    world,
  )

export const imageTooLarge = (world: World): SimulatedReply =>
  refuse({ message: 'The image is too large to download.', code: 36_000, subcode: 2_207_004, transient: false }, world)

export const tooManyLinks = (world: World): SimulatedReply =>
  refuse(
    {
      message: 'THREADS_API__LINK_LIMIT_EXCEEDED',
      type: 'THApiException',
      code: 100,
      transient: false,
      title: 'Link Limit Exceeded',
    },
    world,
  )

export const duplicate = (world: World): SimulatedReply =>
  refuse({ message: '(#506) Duplicate status message', code: 506, subcode: 1_455_006 }, world)

export const noSuchField = (field: string, node: string, world: World): SimulatedReply =>
  wrongParameter(`Tried accessing nonexisting field (${field}) on node type (${node})`, world)
