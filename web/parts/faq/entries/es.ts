export const files = import.meta.glob<string>('../../../../docs/faq/es/*.md', { query: '?raw', import: 'default', eager: true })
