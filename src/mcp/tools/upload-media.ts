import { z } from 'zod'
import { mediaOperations } from '../../contract/media.ts'
import { defineTool } from '../tool.ts'

export const uploadMedia = defineTool({
  name: 'upload_media',
  title: 'Upload an image or a video',
  description:
    'With url, Polypost downloads this public file. With filename, content_type and size, it returns upload: the person or a program sends the file there with PUT and these headers, within one hour. Use media_url in the media of a post.',
  kind: 'writes',
  operation: 'upload',
  input: z.strictObject({
    url: z.string().optional(),
    filename: z.string().optional(),
    content_type: z.string().optional().describe('Such as image/jpeg or video/mp4.'),
    size: z.int().optional().describe('In bytes.'),
  }),
  output: z.strictObject({
    media_url: z.string(),
    content_type: z.string(),
    size: z.int(),
    upload: z.strictObject({ url: z.string(), headers: z.record(z.string(), z.string()) }).nullable(),
  }),
  run: async ({ operate, input: { content_type, ...file } }) => {
    const sent = await operate('upload', { body: { ...file, contentType: content_type } })
    const { publicUrl, contentType, size, url, headers } = mediaOperations.upload.response.parse(sent)
    return {
      media_url: publicUrl,
      content_type: contentType,
      size,
      upload: file.url === undefined ? { url, headers } : null,
    }
  },
})
