CREATE TABLE "audio_analyses" (
	"track_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"priority" integer DEFAULT 1 NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" uuid,
	"leased_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"reason" text,
	"analyzed_at" timestamp (3) with time zone,
	"sample_rate" integer,
	"channels" integer,
	"frames" bigint,
	"loudness" double precision,
	"true_peak" double precision,
	"samples_per_bin" integer,
	"peaks" "bytea",
	"levels" "bytea"
);
--> statement-breakpoint
ALTER TABLE "audio_analyses" ADD CONSTRAINT "audio_analyses_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audio_analyses_pending" ON "audio_analyses" USING btree ("priority" DESC NULLS LAST,"queued_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "audio_analyses_leased" ON "audio_analyses" USING btree ("leased_at");--> statement-breakpoint
INSERT INTO audio_analyses (track_id, priority, queued_at) SELECT id, 0, created_at FROM tracks;
