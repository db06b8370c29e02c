/** The names of ID3v2.4 for frames that had others before. Those that only 2.2 had are left out. */
export const frameNames: Partial<Record<string, string>> = {
  // 2.3
  ...{ TORY: 'TDOR', IPLS: 'TIPL' },
  // 2.2
  ...{ TT1: 'TIT1', TT2: 'TIT2', TT3: 'TIT3', TP1: 'TPE1', TP2: 'TPE2', TP3: 'TPE3', TP4: 'TPE4' },
  ...{ TAL: 'TALB', TRK: 'TRCK', TPA: 'TPOS', TYE: 'TYER', TDA: 'TDAT', TRC: 'TSRC', TCO: 'TCON' },
  ...{ TCM: 'TCOM', TCR: 'TCOP', TXT: 'TEXT', TPB: 'TPUB', TBP: 'TBPM', TKE: 'TKEY', TLA: 'TLAN' },
  ...{ TEN: 'TENC', TSS: 'TSSE', TMT: 'TMED', TFT: 'TFLT', TLE: 'TLEN', TOT: 'TOAL', TOA: 'TOPE' },
  ...{ TOL: 'TOLY', TOF: 'TOFN', TOR: 'TDOR', TCP: 'TCMP', TST: 'TSOT', TSP: 'TSOP', TSA: 'TSOA' },
  ...{ TXX: 'TXXX', COM: 'COMM', ULT: 'USLT', IPL: 'TIPL', POP: 'POPM', CNT: 'PCNT', UFI: 'UFID' },
  ...{ WXX: 'WXXX', WAR: 'WOAR', WAF: 'WOAF', WAS: 'WOAS', WCP: 'WCOP', WPB: 'WPUB', WCM: 'WCOM' },
  ...{ GEO: 'GEOB', MCI: 'MCDI' },
}
