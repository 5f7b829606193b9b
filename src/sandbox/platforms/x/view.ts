import type { SimulatedReply } from '../../shared/simulator.ts'
import { type Generation, mediaFields, newNames, oldNames } from './fields.ts'
import { invalid } from './problems.ts'

/** The fields that a caller requests, in the generation of names that it used. */
export interface View {
  readonly names: Generation
  readonly post: ReadonlySet<string>
  readonly user: ReadonlySet<string>
  readonly media: ReadonlySet<string>
  readonly expansions: ReadonlySet<string>
}

/** The main object of a response: posts, or a user. */
type About = 'post' | 'user'

/** These parameters have no effect, because there are no polls and no places. */
const ignored = ['poll.fields', 'place.fields']
const shared = ['expansions', 'user.fields', 'media.fields', 'tweet.fields', 'post.fields', ...ignored]

/** Returns the error if X would refuse the parameters. */
export function readView(query: URLSearchParams, about: About, own: readonly string[]): View | SimulatedReply {
  const names = generationOf(query, about)
  const unknown = [...query.keys()].find((name) => !own.includes(name) && !shared.includes(name))
  if (unknown !== undefined)
    return invalid({
      message: `The query parameter [${unknown}] is not one of [${[...own, ...shared].join(',')}]`,
      parameters: { [unknown]: query.getAll(unknown) },
    })
  const allowed = {
    [names.fieldsParameter]: names.postFields,
    'user.fields': names.userFields,
    'media.fields': mediaFields,
    expansions: about === 'post' ? names.postExpansions : names.userExpansions,
  }
  for (const [parameter, values] of Object.entries(allowed))
    for (const value of listed(query, parameter))
      if (!values.includes(value))
        return invalid({
          message: `The \`${parameter}\` query parameter value [${value}] is not one of [${values.join(',')}]`,
          parameters: { [parameter]: query.getAll(parameter) },
        })
  return {
    names,
    post: new Set(listed(query, names.fieldsParameter)),
    user: new Set(listed(query, 'user.fields')),
    media: new Set(listed(query, 'media.fields')),
    expansions: new Set(listed(query, 'expansions')),
  }
}

/** Detected by the parameter for the fields of a post, otherwise by names that only the new generation has. */
function generationOf(query: URLSearchParams, about: About): Generation {
  if (query.has('post.fields')) return newNames
  if (query.has('tweet.fields')) return oldNames
  const expansions = about === 'post' ? oldNames.postExpansions : oldNames.userExpansions
  return listed(query, 'expansions').every((one) => expansions.includes(one)) ? oldNames : newNames
}

export const listed = (query: URLSearchParams, name: string): readonly string[] =>
  query.getAll(name).flatMap((values) => values.split(',').filter((value) => value !== ''))
