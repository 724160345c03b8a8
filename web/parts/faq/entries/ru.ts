export const files = import.meta.glob<string>('../../../../docs/faq/ru/*.md', { query: '?raw', import: 'default', eager: true })
