/** Methods whose name does not follow from the operation. */
const exceptions: Readonly<Record<string, string>> = {
  replyToComment: 'reply',
  upload: 'requestUpload',
}

/** `auto-replies` → `AutoReplies`. */
const capitalized = (tag: string): string =>
  tag.replace(/(^|-)([a-z])/g, (_all, _mark, letter: string) => letter.toUpperCase())

/**
 * The name of an operation within its tag, for the SDK and the command line. The word of the tag is left out: `createPost`
 * of `posts` is `create`, and `rotateWebhookSecret` of `webhooks` is `rotateSecret`.
 */
export function methodName(operationId: string, tag: string): string {
  const plural = capitalized(tag)
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '')
  const short = operationId.replace(new RegExp(`(?:${plural}|${singular})(?=[A-Z]|$)`), '')
  return exceptions[operationId] ?? (short === '' ? operationId : short)
}
