import { writeCsv } from '../../domain/csv.ts'
import type { UseCase } from '../context.ts'
import { cellsOf, columnNames } from './csv-columns.ts'
import { readPostPage } from './list-posts.ts'

export const exportPosts: UseCase<'exportPosts'> = async (call) => {
  const { format, ...query } = call.query
  const { posts, meta, next_cursor } = await readPostPage({ ...call, query })
  if (format === 'json') return { status: 'ok', data: { posts, csv: null, next_cursor } }
  const begins = meta.page === 1
  const csv = writeCsv([...(begins ? [columnNames] : []), ...posts.map(cellsOf)], { begins })
  return { status: 'ok', data: { posts: [], csv, next_cursor } }
}
