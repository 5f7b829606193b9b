import { listLabels as findLabels } from '../../store/posts/labels.ts'
import type { UseCase } from '../context.ts'
import { showLabel } from './own-label.ts'

export const listLabels: UseCase<'listLabels'> = async ({ database, caller }) => {
  const labels = await findLabels(database.read, caller.userId)
  return { status: 'ok', data: { labels: labels.map(showLabel) } }
}
