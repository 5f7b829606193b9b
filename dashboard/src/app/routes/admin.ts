import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditSearch } from '../../data/audit.ts'
import { loadPlatformWords } from '../../platforms/loaded.ts'
import { forAdmins, forOperator } from '../for-role.tsx'
import { root } from './root.ts'

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/people/people.tsx'), 'People')),
})

const newInvite = createRoute({
  getParentRoute: () => root,
  path: '/people/new',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/people/new-invite.tsx'), 'NewInvite')),
})

const apps = createRoute({
  getParentRoute: () => root,
  path: '/apps',
  loader: loadPlatformWords,
  component: forOperator(lazyRouteComponent(() => import('../../screens/apps/apps.tsx'), 'Apps')),
})

const platformApp = createRoute({
  getParentRoute: () => root,
  path: '/apps/$platform',
  loader: loadPlatformWords,
  component: forOperator(lazyRouteComponent(() => import('../../screens/apps/platform-app.tsx'), 'PlatformApp')),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: auditSearch,
  component: forAdmins(lazyRouteComponent(() => import('../../screens/audit/audit.tsx'), 'Audit')),
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/webhooks/webhooks.tsx'), 'Webhooks')),
})

const newEndpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/new',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/webhooks/new-endpoint.tsx'), 'NewEndpoint')),
})

const endpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/webhooks/endpoint.tsx'), 'Endpoint')),
})

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/keys/keys.tsx'), 'Keys')),
})

const newKey = createRoute({
  getParentRoute: () => root,
  path: '/keys/new',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/keys/new-key.tsx'), 'NewKey')),
})

const changeKey = createRoute({
  getParentRoute: () => root,
  path: '/keys/$id',
  component: forAdmins(lazyRouteComponent(() => import('../../screens/keys/change-key.tsx'), 'ChangeKey')),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  validateSearch: ({ platform }: Record<string, unknown>): { readonly platform?: string } =>
    typeof platform === 'string' ? { platform } : {},
  component: forOperator(lazyRouteComponent(() => import('../../screens/sandbox/sandbox.tsx'), 'Sandbox')),
})

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: forOperator(lazyRouteComponent(() => import('../../screens/health/health.tsx'), 'Health')),
})

/** For admins, and for whoever runs the instance. */
export const adminRoutes = [
  people,
  newInvite,
  apps,
  platformApp,
  audit,
  webhooks,
  newEndpoint,
  endpoint,
  keys,
  newKey,
  changeKey,
  sandbox,
  health,
] as const
