import { z } from 'zod'
import { defineTool } from '../tool.ts'

/** The API describes the rules exactly. Here they would be half of the list of tools. */
const rules = z.looseObject({ name: z.string(), title: z.string(), connected_profiles: z.array(z.string()) })

export const getPlatformRules = (names: readonly string[]) =>
  defineTool({
    name: 'get_platform_rules',
    title: 'Platform rules',
    description:
      'Returns what the named platforms allow: lengths of texts, media, types of posts, and the JSON Schema of their options. Read it before you write a post for a platform that you have not used yet. Posts are checked against exactly these rules.',
    kind: 'reads',
    operation: 'listPlatforms',
    input: z.strictObject({ platforms: z.array(z.enum(names)).min(1).max(3) }),
    output: z.strictObject({ platforms: z.array(rules) }),
    run: async ({ operate, input }) => {
      const { platforms } = (await operate('listPlatforms')).data
      return {
        platforms: platforms
          .filter(({ name }) => input.platforms.includes(name))
          .map(({ name, title, post_types, options, comment, connected_profiles }) => ({
            ...{ name, title, post_types, options, comment, connected_profiles },
          })),
      }
    },
  })
