import type { FastifyInstance } from 'fastify'
import type { Calls } from '../calls/calls.ts'
import { notFound } from '../contract/errors.ts'
import type { Picture } from '../usecases/pictures/serve-picture.ts'
import { addressKey } from './address.ts'

export interface PictureRouteServices {
  readonly calls: Calls
  readonly findPicture: (name: string) => Promise<Picture | null>
}

const nameForm = /^([1-9]\d{0,14}-[0-9a-f]{32}|card-[0-9a-f]{8}\.[\w-]{40,3000})$/

/** Pictures that platforms and linked pages host, so that a page of this instance loads nothing from elsewhere. */
export function addPictureRoute(server: FastifyInstance, { calls, findPicture }: PictureRouteServices): void {
  server.get<{ Params: { name: string } }>(
    '/pictures/:name',
    { config: { operationName: 'servePicture' } },
    async (request, reply) => {
      const { refusal } = await calls.admitFile(addressKey(request.ip))
      if (refusal) throw refusal
      const { name } = request.params
      const picture = nameForm.test(name) ? await findPicture(name) : null
      if (picture === null) throw notFound('picture')
      return reply
        .type(picture.contentType)
        .headers({
          'cache-control': 'private, max-age=86400',
          // No script in the file may run, whatever type a browser sees in it.
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        .send(picture.bytes)
    },
  )
}
