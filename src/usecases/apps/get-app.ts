import type { UseCase } from '../context.ts'
import { namedPlatform } from './named-app.ts'
import { showApp } from './show-app.ts'

export const getApp: UseCase<'getApp'> = (call) => showApp(call, namedPlatform(call, call.params.platform))
