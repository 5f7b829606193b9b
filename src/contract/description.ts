import { z } from 'zod'
import type { Operation } from './operation.ts'

export const descriptionOperations = {
  getOpenapi: {
    method: 'GET',
    tagged: true,
    path: '/openapi.json',
    tag: 'description',
    summary: 'This description, as OpenAPI 3.0.3',
    returns: 'The description.',
    description: 'The file from which clients can be generated.',
    scope: null,
    response: z.looseObject({ openapi: z.string() }),
    example: { response: { openapi: '3.0.3' } },
    addition: true,
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    tag: 'description',
    summary: 'An interactive reference page',
    returns: 'The page.',
    description: 'Shows all operations, and sends requests with your own key.',
    scope: null,
    produces: 'text/html',
    response: z.string(),
    example: { response: '<!doctype html>' },
    addition: true,
  },
} as const satisfies Record<string, Operation>
