import { unguarded } from '../../domain/csv.ts'
import type { Post } from './show-post.ts'

const commentColumns = ['comment_1', 'comment_2', 'comment_3'] as const

/** A column of an export, in its order. `fields`: what an import reads from the cell; without it, the column is ignored. */
interface Column {
  readonly write: (post: Post) => string
  readonly read?: (cell: string, cells: ReadonlyMap<string, string>) => object
}

const columns: Readonly<Record<string, Column>> = {
  id: { write: ({ id }) => String(id) },
  batch_id: { write: ({ batch_id }) => batch_id },
  status: { write: ({ status }) => status },
  message: { write: ({ message }) => message, read: (message) => ({ message }) },
  platforms: {
    write: ({ platforms }) => platforms.join(' '),
    read: (cell) => ({ platforms: wordsOf(cell.toLowerCase()) }),
  },
  profile_id: { write: ({ profile_id }) => profile_id ?? '', read: (profile_id) => ({ profile_id }) },
  scheduled_at: {
    write: ({ scheduled_at }) => scheduled_at ?? '',
    // Spreadsheets write a space between day and time.
    read: (cell) => ({ scheduled_at: cell.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T') }),
  },
  scheduled_timezone: {
    write: ({ scheduled_timezone }) => scheduled_timezone ?? '',
    read: (cell) => ({ scheduled_timezone: cell.trim() }),
  },
  media: {
    write: ({ media }) => media.map(({ url }) => url).join('\n'),
    read: (cell, cells) => {
      const altTexts = (cells.get('alt_texts') ?? '').split(/\r?\n/)
      return { media: wordsOf(cell).map((url, at) => ({ url, ...(altTexts[at] && { alt_text: altTexts[at] }) })) }
    },
  },
  // Read together with `media`.
  alt_texts: {
    write: ({ media }) =>
      media
        .map(({ alt_text }) => oneLine(alt_text ?? ''))
        .join('\n')
        .trimEnd(),
  },
  ...Object.fromEntries(
    commentColumns.map((name, at) => [
      name,
      {
        write: ({ comments_under_post }: Post) => comments_under_post[at] ?? '',
        read: (_: string, cells: ReadonlyMap<string, string>) => ({
          comments_under_post: commentColumns.flatMap((one) => cells.get(one) ?? []),
        }),
      },
    ]),
  ),
  auto_reply_enabled: {
    write: ({ auto_reply_enabled }) => String(auto_reply_enabled ?? ''),
    read: (cell) => ({ auto_reply_enabled: { true: true, false: false }[cell.trim().toLowerCase()] ?? cell }),
  },
  platform_options: {
    write: ({ platform_options }) => (platform_options ? JSON.stringify(platform_options) : ''),
    read: (cell) => ({ platform_options: parsedOrText(cell) }),
  },
  labels: {
    write: ({ labels }) => labels.join(', '),
    read: (cell) => ({ labels: cell.split(',').map((name) => name.trim()) }),
  },
  webhook_url: { write: ({ webhook_url }) => webhook_url ?? '', read: (cell) => ({ webhook_url: cell.trim() }) },
  created_at: { write: ({ created_at }) => created_at },
  posted_at: { write: ({ posted_at }) => posted_at ?? '' },
  post_urls: { write: ({ jobs }) => jobs.flatMap(({ platform_post_url }) => platform_post_url ?? []).join('\n') },
}

export const columnNames = Object.keys(columns)

export const cellsOf = (post: Post): string[] => Object.values(columns).map(({ write }) => write(post))

/** The fields of a row, by the names of `POST /post`. An empty cell leaves its field out. */
export function fieldsOf(header: readonly string[], row: readonly string[]): Record<string, unknown> {
  const cells = new Map(header.flatMap((name, at) => (row[at]?.trim() ? [[name, unguarded(row[at])] as const] : [])))
  const read = [...cells].map(([name, cell]) => columns[name]?.read?.(cell, cells) ?? {})
  return Object.assign({}, ...read)
}

const wordsOf = (cell: string): string[] => cell.split(/[\s,;]+/).filter((word) => word !== '')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Text that is no JSON is refused later, by the schema of the field. */
function parsedOrText(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}
