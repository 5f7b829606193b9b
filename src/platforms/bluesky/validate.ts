import type { Content, Finding } from '../../domain/content.ts'

export function validate({ options }: Content): readonly Finding[] {
  if (options.languages === undefined || options.langs === undefined) return []
  return [
    {
      path: 'platform_options.bluesky.langs',
      code: 'conflicting_options',
      message: 'languages and langs are two names of the same option. Set only one of them.',
    },
  ]
}
