import { hash } from 'node:crypto'

/** It is weak, because the same content is sent in several encodings. */
export const entityTag = (content: string): string => `W/"${hash('sha256', content, 'base64url').slice(0, 27)}"`

/** Whether `If-None-Match` names this content. */
export const names = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => ['*', opaque(tag)].includes(opaque(one))) === true

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
