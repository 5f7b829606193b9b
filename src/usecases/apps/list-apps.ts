import type { UseCase } from '../context.ts'
import { showApps } from './show-app.ts'

export const listApps: UseCase<'listApps'> = async (call) => ({
  status: 'ok',
  data: { apps: await showApps(call, call.offered) },
})
