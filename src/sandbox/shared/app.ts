/** The developer app that every simulated platform knows, and the only one. */
export const simulatedApp = {
  clientId: 'polypost-sandbox',
  clientSecret: 'polypost-sandbox-secret',
} as const
