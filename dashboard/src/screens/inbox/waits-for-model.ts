import type { AutoReply } from '@polypost/sdk'

/** The language model is asked later; `error` says why. */
export const waitsForModel = ({ status, message, error }: AutoReply): boolean =>
  status === 'queued' && message === null && error !== null
