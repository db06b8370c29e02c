CREATE TABLE "track_daily_stats" (
	"track_id" uuid NOT NULL,
	"day" date NOT NULL,
	"site_plays" integer DEFAULT 0 NOT NULL,
	"embed_plays" integer DEFAULT 0 NOT NULL,
	"feed_plays" integer DEFAULT 0 NOT NULL,
	"share_plays" integer DEFAULT 0 NOT NULL,
	"app_plays" integer DEFAULT 0 NOT NULL,
	"plays" integer GENERATED ALWAYS AS (site_plays + embed_plays + feed_plays + share_plays + app_plays) STORED NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "track_daily_stats_track_id_day_pk" PRIMARY KEY("track_id","day")
);
--> statement-breakpoint
ALTER TABLE "track_daily_stats" ADD CONSTRAINT "track_daily_stats_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;