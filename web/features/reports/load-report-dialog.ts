/** For `useLazyComponent` of the menus with 'Report'. */
export const loadReportDialog = async () => (await import('./report-dialog.tsx')).ReportDialog
