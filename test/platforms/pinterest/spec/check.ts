import { readFileSync } from 'node:fs'
import { type Exchange, type Faults, openApiCheck } from '../../../harness/openapi-check.ts'

/** Pinterest's own OpenAPI file, pruned (README.md). */
const check = openApiCheck(completed(JSON.parse(readFileSync(new URL('openapi-5.23.0.json', import.meta.url), 'utf8'))))

/** A path starts after the version. */
export const pinterestFaults = (exchange: Exchange): Faults => {
  const { request, answer } = check(exchange)
  return { request: [...request, ...mixedMetrics(exchange)], answer }
}

/**
 * Where Pinterest differs from the file: times have no zone (two clients, 2026-11), and most metric names are in
 * both of two lists of which only one may match.
 */
function completed(node: unknown, name = ''): unknown {
  if (Array.isArray(node)) return node.map((one) => completed(one))
  if (typeof node !== 'object' || node === null) return node
  const { nullable, ...rest } = 'nullable' in node ? node : { ...node, nullable: false }
  // An OpenAPI file allows this keyword only beside a type, which is elsewhere here.
  if (nullable === true && !('type' in node)) return { anyOf: [completed(rest, name), { enum: [null] }] }
  const isTime = 'format' in node && node.format === 'date-time'
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !(isTime && key === 'format'))
      .map(([key, value]) => [
        key === 'oneOf' && name === 'items' && isListOfNames(value) ? 'anyOf' : key,
        completed(value, key),
      ]),
  )
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'enum' in one)
}

const onlyImages = ['USER_FOLLOW', 'PROFILE_VISIT']

/** Metrics of images and of videos are never requested together. */
function mixedMetrics({ query }: Exchange): string[] {
  const names = (query.get('metric_types') ?? '').split(',')
  const ofImages = names.some((name) => onlyImages.includes(name))
  const ofVideos = names.some((name) => /^VIDEO_|^QUARTILE_/.test(name))
  return ofImages && ofVideos ? ['metric_types are those of images and of videos'] : []
}
